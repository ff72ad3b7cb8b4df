⎕←'total: ',5
