module altcraft-bridge/clients/go

go 1.19
