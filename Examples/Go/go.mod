module switchyard.example/zones

go 1.19
