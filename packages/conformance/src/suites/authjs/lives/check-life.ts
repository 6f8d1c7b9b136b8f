import { overwrite } from "../cases/values/separate-results/result-objects.ts"
import { type Life, story, toKey } from "./life.ts"
import { isNew, ownResult } from "./own-results.ts"

type Lookup = () => Promise<void>

const optional = { access_token: null, refresh_token: null, id_token: null, scope: null, expires_at: null }

/** Makes some of the lookups of a life, all at once: each finds the row that must be stored, or nothing. */
export async function checkLife(life: Life, chosen: (lookup: Lookup) => boolean): Promise<void> {
  await Promise.all(
    createLookups(life)
      .filter(chosen)
      .map((lookup) => lookup()),
  )
}

function createLookups(life: Life): Lookup[] {
  const { t, user, keys, ids } = life
  const { adapter } = t
  const find = async (operation: string, call: Promise<unknown>, expected: object | undefined) => {
    const result = await call
    if (expected) ownResult(life, result, expected, operation)
    else t.isNull(result, `${story(life)}: ${operation}`)
  }
  return [
    ...[...ids].map((id) => () => find("getUser", adapter.getUser(id), user?.id === id ? user : undefined)),
    ...keys.emails.map(
      (email) => () =>
        find("getUserByEmail", adapter.getUserByEmail(email), user?.email === email ? user : undefined),
    ),
    ...keys.accounts.flatMap(({ provider, providerAccountId }) => {
      const account = life.accounts.get(toKey(provider, providerAccountId))
      const owner = account && user
      return [
        () => find("getUserByAccount", adapter.getUserByAccount({ provider, providerAccountId }), owner),
        () =>
          find(
            "getAccount",
            adapter.getAccount(providerAccountId, provider),
            account && { ...optional, ...account },
          ),
      ]
    }),
    ...keys.sessionTokens.map((token) => () => checkSession(life, token)),
  ]
}

async function checkSession(life: Life, sessionToken: string): Promise<void> {
  const { t, user, sessions } = life
  const session = sessions.get(sessionToken)
  const result = await t.adapter.getSessionAndUser(sessionToken)
  const what = `${story(life)}: getSessionAndUser`
  if (!session) return t.isNull(result, what)
  t.row(result?.session, session, `${what}, the session`)
  t.row(result?.user, user ?? {}, `${what}, the user`)
  t.check(isNew(result), `${what}: objects of its own`, result)
  overwrite(t, result, what)
}

/** The same for passkeys. */
export async function checkPasskeys(life: Life): Promise<void> {
  const { t, user, keys, passkeys, ids } = life
  const what = story(life)
  await Promise.all([
    ...keys.credentialIDs.map(async (id) => {
      const passkey = passkeys.get(id)
      const result = await t.adapter.getAuthenticator(id)
      if (passkey) ownResult(life, result, passkey, "getAuthenticator")
      else t.isNull(result, `${what}: getAuthenticator`)
    }),
    ...[...ids].map(async (id) => {
      const expected = user?.id === id ? [...passkeys.values()] : []
      const listed = await t.adapter.listAuthenticatorsByUserId(id)
      t.equal(listed.length, expected.length, `${what}: the length of the list`)
      for (const passkey of expected) {
        const row = listed.find(({ credentialID }) => credentialID === passkey.credentialID)
        t.row(row, passkey, `${what}: listAuthenticatorsByUserId`)
      }
      t.check(isNew(listed), `${what}: a list of its own`, listed)
      overwrite(t, listed, `${what}: listAuthenticatorsByUserId`)
    }),
  ])
}
