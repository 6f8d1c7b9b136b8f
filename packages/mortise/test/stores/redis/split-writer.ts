/** Signs users in and out, and deletes them, without pause until its process is killed. */

import { seededRandom } from "../../../../workshop/src/tests/seed.ts"
import { extras, type MortiseAdapter } from "../../../src/index.ts"
import { openSplit } from "./open-split.ts"

const [, , url = "", port = "0", prefix = ""] = process.argv
const { adapter } = openSplit(url, Number(port), prefix)

const expires = new Date(Date.now() + 3_600_000)
const random = seededRandom("kept users")
const unique = () => crypto.randomUUID()

async function live(own: MortiseAdapter, isKept: boolean): Promise<void> {
  const { user } = await extras(own).signUp({
    user: { email: `${unique()}@example.com` },
    session: { sessionToken: unique(), expires },
  })
  await own.createSession({ sessionToken: unique(), userId: user.id, expires })
  await own.createVerificationToken({ identifier: user.email, token: unique(), expires })
  if (!isKept) await own.deleteUser(user.id)
}

const liveForEver = async (): Promise<never> => {
  for (;;) await live(adapter, random() >= 0.7)
}

// However slow the machine is, a killed process has written somebody.
await live(adapter, true)
const lives = Array.from({ length: 8 }, liveForEver)
process.send?.("started")
await Promise.all(lives)
