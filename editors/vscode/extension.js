// Starts `ravel lsp` for the languages of package.json.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["futhark", "nesl", "apl", "fcl", "ravel-core"];
let client;

exports.activate = function () {
  const command = vscode.workspace.getConfiguration("ravel").get("path");
  const server = { command, args: ["lsp"] };
  const documentSelector = LANGUAGES.map((language) => ({ scheme: "file", language }));
  client = new LanguageClient("ravel", "ravel", server, { documentSelector });
  return client.start();
};

exports.deactivate = () => client && client.stop();
