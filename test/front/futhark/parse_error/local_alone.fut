local
