total←5
⎕←totla+1
