import { memoryAdapter } from "mortise/memory"

/** One case of each status: the faulty adapter passes, fails, skips, warns, and rejects a promise that nobody awaits. */
export const chosenCases: string[] = [
  "users/created-is-returned",
  "users/found-by-id",
  "users/found-by-email",
  "user-updates/unknown-is-an-error",
  "sessions/unknown-token-is-null",
]

export const faultyFactory = () => {
  const { createUser } = memoryAdapter()
  const getSessionAndUser = async () => {
    Promise.reject(new Error("a stray rejection"))
    return null
  }
  const adapter = {
    ...{ createUser, getSessionAndUser },
    createSession: async (session: object) => session,
    getUser: async () => null,
    updateUser: async () => undefined,
  }
  return { adapter, close: () => console.log("closed the store") }
}
