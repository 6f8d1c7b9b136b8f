import type { Server as HttpServer, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Waits until all requests are finished and their responses sent; false after `timeoutMs`. */
export type Drain = (timeoutMs: number) => Promise<boolean>

export function createDrain(server: HttpServer, finishWork: () => Promise<void>): Drain {
  const open = new Map<Socket, Set<ServerResponse>>()
  let emptied: (() => void) | undefined
  const close = (socket: Socket): void => {
    open.delete(socket)
    if (open.size === 0) emptied?.()
  }
  // A pipelined response that waits behind another one gets no event when the client disconnects.
  server.on("connection", (socket) => socket.once("close", () => close(socket)))
  server.on("request", ({ socket }, response) => {
    const responses = open.get(socket) ?? new Set()
    open.set(socket, responses.add(response))
    response.on("close", () => {
      responses.delete(response)
      if (responses.size === 0) close(socket)
    })
  })

  return async (timeoutMs) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs)
    })
    const left = new Promise<void>((resolve) => {
      emptied = resolve
      if (open.size === 0) resolve()
    })
    const finished = await Promise.race([Promise.all([finishWork(), left]).then(() => true), tooLong])
    clearTimeout(timer)
    server.closeAllConnections()
    return finished
  }
}
