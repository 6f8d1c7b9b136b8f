import { memoryAdapter } from "../../../src/stores/memory/memory-adapter.ts"

/** Passes one case, fails a must, misses a should and lacks an operation: one of each outcome. */
export const chosenCases: string[] = [
  "users/created-is-returned",
  "users/found-by-id",
  "users/found-by-email",
  "user-updates/unknown-is-an-error",
]

export const faultyFactory = () => {
  const { createUser } = memoryAdapter()
  const adapter = { createUser, getUser: async () => null, updateUser: async () => undefined }
  return { adapter, close: () => console.log("closed the store") }
}
