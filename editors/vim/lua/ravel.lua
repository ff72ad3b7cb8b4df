-- Neovim 0.7 and later: `require('ravel').setup()` starts `ravel lsp` for its languages; `{ path = ... }` names
-- another compiler.
local ravel = {}

local client

-- Neovim 0.8 has vim.lsp.start, which knows the clients that are there.
local function start(path, buffer)
  local settings = { name = 'ravel', cmd = { path, 'lsp' }, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then
    vim.lsp.start(settings, { bufnr = buffer })
    return
  end
  if not client or not vim.lsp.get_client_by_id(client) then
    client = vim.lsp.start_client(settings)
  end
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
end

function ravel.setup(options)
  local path = options and options.path or 'ravel'
  vim.api.nvim_create_autocmd('FileType', {
    pattern = { 'futhark', 'nesl', 'apl', 'fcl', 'ravelcore' },
    callback = function(event)
      start(path, event and event.buf or vim.api.nvim_get_current_buf())
    end,
  })
end

return ravel
