import { UnstorageAdapter } from "@auth/unstorage-adapter"
import { createStorage } from "unstorage"
import type { OpenPeer } from "../peer.ts"

export async function open(): Promise<OpenPeer> {
  const storage = createStorage()
  return {
    adapter: UnstorageAdapter(storage),
    reset: () => storage.clear(),
    close: () => storage.dispose(),
  }
}
