import type { Server } from "../../../test/servers/server.ts"
import type { Contestant, Measured } from "../contestant.ts"

/** As many connections for everybody. */
export const connections = 10

export type Opened = { readonly adapter: unknown; close(): Promise<unknown> }
export type Entry = {
  readonly name: string
  /** The contestant that it is held against, if that is not the first. */
  readonly against?: string
  readonly besideLimit?: true
  /** The workloads that it takes part in, if not all. */
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
