module example.com/trading-client

go 1.21
