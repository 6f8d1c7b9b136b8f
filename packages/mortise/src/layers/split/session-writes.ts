import type { Adapter } from "../../contract/adapter.ts"
import type { Halves } from "./halves.ts"
import { ownCopy } from "./own-copy.ts"
import type { Owners } from "./owners.ts"

/** Creates sessions, and moves them to other users. */
export function createSessionWrites(
  { sessions }: Halves,
  owners: Owners,
): Pick<Adapter, "createSession" | "updateSession"> {
  const { createSession, updateSession } = sessions.adapter
  return {
    async createSession(session) {
      const data = ownCopy(session) as typeof session | undefined
      if (typeof data?.userId !== "string") return createSession(session)
      return owners.with(data.userId, () => createSession(data))
    },
    async updateSession(session) {
      const data = ownCopy(session) as typeof session | undefined
      if (typeof data?.userId !== "string") return updateSession(session)
      return owners.with(data.userId, () => updateSession(data))
    },
  }
}
