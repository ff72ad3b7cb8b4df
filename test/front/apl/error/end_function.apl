mean←+/÷≢
mean
