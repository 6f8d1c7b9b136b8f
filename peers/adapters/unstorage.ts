import { UnstorageAdapter } from "@auth/unstorage-adapter"
import { createStorage } from "unstorage"
import type { AuthJsPeer } from "../peer.ts"

const open = async () => ({ adapter: UnstorageAdapter(createStorage()) })

export const peer = {
  package: "@auth/unstorage-adapter",
  from: "Auth.js",
  stores: { memory: { clients: ["unstorage"], note: "The memory driver, with default options.", open } },
} satisfies AuthJsPeer
