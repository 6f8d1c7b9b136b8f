import { hydrateDates, UnstorageAdapter } from "@auth/unstorage-adapter"
import { createStorage, type Storage } from "unstorage"
import fsLiteDriver from "unstorage/drivers/fs-lite"
import type { Backend, Factory, Model } from "../adapters/backend.ts"

const keys: Record<Model, RegExp> = {
  user: /^user:[^:]+$/,
  account: /^user:account:(?!by-user-id:)/,
  session: /^user:session:(?!by-user-id:)/,
  verificationToken: /^user:token:/,
  authenticator: /^authenticator:(?!by-user-id:)/,
}

/** @auth/unstorage-adapter with its default options, in memory. */
export const openUnstorage: Factory = async () => backendOf(createStorage())

/** The same with files in a folder. */
export const connectUnstorage = async (base: string): Promise<Backend> =>
  backendOf(createStorage({ driver: fsLiteDriver({ base }) }))

function backendOf(storage: Storage): Backend {
  return {
    adapter: UnstorageAdapter(storage) as never,
    rows: async (model) => {
      const found = (await storage.getKeys()).filter((key) => keys[model].test(key))
      return Promise.all(found.map(async (key) => hydrateDates((await storage.getItem<object>(key)) ?? {})))
    },
    close: () => storage.dispose(),
  }
}
