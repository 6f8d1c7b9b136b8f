import { createIndexes, PouchDBAdapter } from "@auth/pouchdb-adapter"
import PouchDB from "pouchdb"
import memory from "pouchdb-adapter-memory"
import find from "pouchdb-find"
import type { OpenPeer } from "../peer.ts"

PouchDB.plugin(memory).plugin(find)

export async function open(): Promise<OpenPeer> {
  const pouchdb = new PouchDB(crypto.randomUUID(), { adapter: "memory" })
  await createIndexes(pouchdb)
  return {
    adapter: PouchDBAdapter({ pouchdb }),
    reset: async () => {
      const { rows } = await pouchdb.allDocs()
      const documents = rows.filter(({ id }) => !id.startsWith("_design/"))
      await pouchdb.bulkDocs(documents.map(({ id, value }) => ({ _id: id, _rev: value.rev, _deleted: true })))
    },
    close: () => pouchdb.destroy(),
  }
}
