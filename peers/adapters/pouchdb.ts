import { createIndexes, PouchDBAdapter } from "@auth/pouchdb-adapter"
import PouchDB from "pouchdb"
import memory from "pouchdb-adapter-memory"
import find from "pouchdb-find"
import type { AuthJsPeer } from "../peer.ts"

PouchDB.plugin(memory).plugin(find)

export const peer = {
  package: "@auth/pouchdb-adapter",
  from: "Auth.js",
  stores: {
    pouchdb: {
      clients: ["pouchdb", "pouchdb-adapter-memory"],
      note: "With the indexes that createIndexes of the adapter creates.",
      async open() {
        const pouchdb = new PouchDB(crypto.randomUUID(), { adapter: "memory" })
        await createIndexes(pouchdb)
        return { adapter: PouchDBAdapter({ pouchdb }), close: () => pouchdb.destroy() }
      },
    },
  },
} satisfies AuthJsPeer
