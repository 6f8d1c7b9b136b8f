import type { Server } from "../../../packages/workshop/src/servers/server.ts"
import type { Contestant, Measured } from "../contestant.ts"

/** The size of the pool of each contestant. */
export const connections = 10

export type Opened = { readonly adapter: unknown; close(): Promise<unknown> }
export type Entry = {
  readonly name: string
  /** The contestant that it is compared with. Default: the first. */
  readonly against?: string
  readonly besideLimit?: true
  /** The names of the workloads that it takes part in. Default: all. */
  readonly only?: readonly string[]
  open(url: string): Promise<Opened>
}

/** Every contestant has a database of its own on the one server. */
export const onServer = (server: Server, { open, ...entry }: Entry): Contestant => ({
  ...entry,
  async open() {
    const { adapter, close } = await open(await server.database())
    return { adapter: adapter as Measured, close: async () => void (await close()) }
  },
})
