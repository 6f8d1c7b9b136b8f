import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { getMigrations } from "better-auth/db/migration"
import { Pool } from "pg"
import { expect, onTestFinished, test } from "vitest"
import { openPostgres } from "../../../../workshop/src/servers/postgres.ts"
import { mortiseDatabase } from "../../../src/better-auth/index.ts"
import { migrate } from "../../../src/better-auth/migrate/index.ts"
import { commandsOnAuth } from "../../cli/support/adapter-in-process.ts"
import { all } from "../../layers/support/stacks.ts"
import { openForTests } from "../../support/open-for-tests.ts"
import { temporaryTree } from "../../support/temporary-tree.ts"
import { createVisitor, isSignedIn, listTokens, password, type Visitor } from "../layers/application.ts"
import { mailed, openManyPlugins } from "./many-plugins.ts"

const server = openForTests(openPostgres)
const email = "ada@example.com"
const listing = fileURLToPath(new URL("listing-process.ts", import.meta.url))

/** What a signed-in user sees of what several plugins store. */
async function look(visitor: Visitor): Promise<readonly unknown[]> {
  const { body } = await visitor.get("/get-session")
  const organizations = (await visitor.get("/organization/list")).body as { slug: string }[]
  const keys = JSON.stringify((await visitor.get("/api-key/list")).body).split('"start"').length - 1
  const { token } = (await visitor.get("/token")).body as { token?: string }
  const { user } = body as { user: { username?: string } }
  return [user.username, organizations.map(({ slug }) => slug), keys, typeof token]
}

test("with 14 plugins, people stay signed in over switches and kills, until revoke ends all", async () => {
  const url = await server.database()
  const pool = new Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  const theirs = openManyPlugins(pool)
  const ours = openManyPlugins(mortiseDatabase(pool))
  const layered = openManyPlugins(all(mortiseDatabase(pool)))
  expect(ours.options.plugins).toHaveLength(14)
  await (await getMigrations(theirs.options)).runMigrations()
  let auth: { handler(request: Request): Promise<Response> } = theirs
  const visit = () => createVisitor((request) => auth.handler(request))

  const [ada, phone, guest] = [visit(), visit(), visit()]
  const person = { name: "Ada", email, password, username: "lovelace" }
  expect((await ada.post("/sign-up/email", person)).status).toBe(200)
  // Otherwise the first link that is opened ends what an unproven owner of the address could have prepared.
  await pool.query(`UPDATE "user" SET "emailVerified" = true`)
  expect((await ada.post("/organization/create", { name: "Engines", slug: "engines" })).status).toBe(200)
  expect((await ada.post("/api-key/create", { name: "first" })).status).toBe(200)
  expect((await guest.post("/sign-in/anonymous")).status).toBe(200)
  expect((await phone.post("/sign-in/magic-link", { email })).status).toBe(200)
  const seen = ["lovelace", ["engines"], 1, "string"]
  expect(await look(ada)).toEqual(seen)

  auth = ours
  await migrate(ours)
  expect([await look(ada), await isSignedIn(guest)]).toEqual([seen, true])
  await phone.get(mailed.link.replace(/^.*\/api\/auth/, ""))
  expect(await look(phone)).toEqual(seen)
  await phone.post("/email-otp/send-verification-otp", { email, type: "sign-in" })

  auth = theirs
  const tablet = visit()
  expect((await tablet.post("/sign-in/email-otp", { email, otp: mailed.code })).status).toBe(200)
  const laptop = visit()
  expect((await laptop.post("/sign-in/username", { username: "lovelace", password })).status).toBe(200)
  const visitors = [ada, phone, tablet, laptop]
  for (const visitor of visitors) expect(await look(visitor)).toEqual(seen)

  // Each process moves some of the sessions over before it is killed.
  const { rows } = await pool.query(`SELECT id FROM "user" WHERE email = $1`, [email])
  const countMoved = async () =>
    Number((await pool.query("SELECT count(*) FROM session WHERE token LIKE 'h1-%'")).rows[0].count)
  for (const nth of ["2", "3"]) {
    const child = fork(listing, [url, rows[0].id, nth], { execArgv: ["--import", "tsx"] })
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"])
    expect(await countMoved()).toBeLessThan(visitors.length)
  }
  expect(await countMoved()).toBeGreaterThan(0)
  auth = layered
  for (const visitor of visitors) expect(await look(visitor)).toEqual(seen)
  expect((await listTokens(ada)).filter((token) => token.startsWith("h1-"))).toHaveLength(3)
  expect(await countMoved()).toBe(visitors.length)

  const receipt = join(temporaryTree({}), "receipt.json")
  const args = ["--all", "--sessions", "--apply", "--yes", "--receipt", receipt]
  expect(await commandsOnAuth(layered)("revoke", ...args)).toMatchObject({ code: 0 })
  for (const visitor of [...visitors, guest]) expect(await isSignedIn(visitor)).toBe(false)
}, 180_000)
