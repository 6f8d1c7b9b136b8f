const from = performance.now()
await import(process.argv[2] ?? "")
process.stdout.write(String(performance.now() - from))
process.exit()
