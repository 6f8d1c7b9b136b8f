import { writeSync } from "node:fs"
import { createData } from "../../../../../conformance/src/suites/authjs/data.ts"
import { extras } from "../../../../src/contract/adapter-parts.ts"
import { factory } from "./shared-file.ts"

// Signs users up and deletes some until the process is killed, and prints what was acknowledged: `+id` and `-id`.
const { adapter } = await factory()
const data = createData()
const tell = (line: string) => writeSync(1, `${line}\n`)

const caller = async () => {
  for (let nth = 0; ; nth++) {
    const { userId: _, ...account } = data.account("")
    const { userId: __, ...session } = data.session("")
    const signedUp = await extras(adapter)?.signUp?.({ user: data.user(), account, session })
    const id = signedUp?.user.id ?? ""
    tell(`+${id}`)
    if (nth % 3 === 0) {
      tell(`?${id}`)
      await adapter.deleteUser(id)
      tell(`-${id}`)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

await Promise.all(Array.from({ length: 4 }, caller))
