-- Neovim: `require('ravel').setup()` starts `ravel lsp` for its languages; `{ path = ... }` names another compiler.
local ravel = {}

function ravel.setup(options)
  local path = options and options.path or 'ravel'
  vim.api.nvim_create_autocmd('FileType', {
    pattern = { 'futhark', 'nesl', 'apl', 'fcl', 'ravelcore' },
    callback = function(event)
      vim.lsp.start({ name = 'ravel', cmd = { path, 'lsp' }, root_dir = vim.fn.getcwd() }, { bufnr = event.buf })
    end,
  })
end

return ravel
