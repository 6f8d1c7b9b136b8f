import type { Server as HttpServer, ServerResponse } from "node:http"
import type { Service } from "../http/server/service.ts"

/** Lets requests at work finish, and answers leave, within so many milliseconds; false when time was up. */
export type Drain = (patience: number) => Promise<boolean>

export function createDrain(server: HttpServer, service: Service): Drain {
  const open = new Set<ServerResponse>()
  let emptied: (() => void) | undefined
  server.on("request", (_, response) => {
    open.add(response)
    response.on("close", () => {
      open.delete(response)
      if (open.size === 0) emptied?.()
    })
  })

  return async (patience) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), patience)
    })
    const left = new Promise<void>((resolve) => {
      emptied = resolve
      if (open.size === 0) resolve()
    })
    const finished = await Promise.race([Promise.all([service.drain(), left]).then(() => true), tooLong])
    clearTimeout(timer)
    server.closeAllConnections()
    return finished
  }
}
