module altcraft-bridge.example/go

go 1.19
