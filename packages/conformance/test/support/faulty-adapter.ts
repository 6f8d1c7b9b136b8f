import { memoryAdapter } from "mortise/memory"

/** One case of each status: the faulty adapter passes, fails, skips and warns. */
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
