autocmd BufRead,BufNewFile *.fut setfiletype futhark
autocmd BufRead,BufNewFile *.nesl setfiletype nesl
autocmd BufRead,BufNewFile *.apl,*.dyalog setfiletype apl
autocmd BufRead,BufNewFile *.fcl setfiletype fcl
autocmd BufRead,BufNewFile *.core,*.flat setfiletype ravelcore
