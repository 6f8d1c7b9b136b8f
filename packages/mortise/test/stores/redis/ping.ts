import { once } from "node:events"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

const times: number[] = []
let isOver = false
process.once("message", () => {
  isOver = true
})

async function ping(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1")
  socket.setNoDelay(true)
  while (!isOver) {
    const from = performance.now()
    socket.write("PING\r\n")
    await once(socket, "data")
    times.push(performance.now() - from)
    await sleep(1)
  }
  socket.destroy()
}

await Promise.all(process.argv.slice(2).map((port) => ping(Number(port))))
process.send?.(times, () => process.exit())
