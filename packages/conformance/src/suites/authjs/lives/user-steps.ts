import type { Life } from "./life.ts"
import { oneIn, pick, story, toKey } from "./life.ts"
import { ownResult } from "./own-results.ts"
import { someFields, someText, someTokens } from "./values.ts"

/** A step of a life: it makes a call, checks the result, and changes the expected rows. */
export type Step = (life: Life) => Promise<void>

export const signUp: Step = async (life) => {
  const { t, keys } = life
  const fields = t.user({ email: pick(life, keys.emails), ...someFields(life) })
  life.log.push(`createUser(${fields.email})`)
  const created = await t.adapter.createUser(structuredClone(fields))
  const user = { ...fields, id: created.id }
  ownResult(life, created, user, "createUser")
  life.ids.add(user.id)
  life.user = user
}

export const updateUser: Step = async (life) => {
  const { t, user } = life
  if (!user) return
  const fields = someFields(life)
  life.log.push(`updateUser(${Object.keys(fields)})`)
  Object.assign(user, structuredClone(fields))
  const expected = structuredClone(user)
  const undefinedField = oneIn(life, 3) ? { email: undefined } : {}
  ownResult(
    life,
    await t.adapter.updateUser({ id: user.id, ...undefinedField, ...fields }),
    expected,
    "updateUser",
  )
}

/** Two calls at once, each of which changes another field. */
export const updateTwice: Step = async (life) => {
  const { t, user } = life
  if (!user) return
  const [name, image] = [someText(life), someText(life)]
  life.log.push("updateUser(name) with updateUser(image)")
  const { id } = user
  const [first, second] = await Promise.all([
    t.adapter.updateUser({ id, name }),
    t.adapter.updateUser({ id, image }),
  ])
  t.row(first, { id, name }, `${story(life)}: updateUser`)
  t.row(second, { id, image }, `${story(life)}: updateUser`)
  Object.assign(user, { name, image })
}

export const changeEmail: Step = async (life) => {
  const { t, user, keys, tokens } = life
  if (!user) return
  const email = pick(life, keys.emails)
  life.log.push(`updateUser(email ${email})`)
  for (const [key, token] of tokens)
    if (token !== "unspecified" && token.identifier === user.email && email !== user.email)
      tokens.set(key, "unspecified")
  const updated = await t.adapter.updateUser({ id: user.id, email })
  user.email = email
  ownResult(life, updated, user, "updateUser")
}

export const takeEmail: Step = async (life) => {
  const { t, user, taken } = life
  if (!user) return
  life.log.push("updateUser(taken email)")
  const { id } = user
  const change = () => t.adapter.updateUser({ id, ...someFields(life), email: taken.email })
  await t.throws(change, `${story(life)}: updateUser to a taken address`, "conflict")
}

export const deleteUser: Step = async (life) => {
  const { t, user, sessions, accounts, passkeys, tokens } = life
  if (!user) return
  life.log.push("deleteUser")
  await t.adapter.deleteUser(user.id)
  for (const rows of [sessions, accounts, passkeys]) rows.clear()
  for (const [key, token] of tokens)
    if (token !== "unspecified" && token.identifier === user.email) tokens.delete(key)
  life.user = undefined
}

/** Links an account, unlinks it, or tries to link one that another user has. */
export const changeAccount: Step = async (life) => {
  const { t, user, keys, accounts, taken } = life
  if (!user) return
  const key = pick(life, keys.accounts)
  const text = toKey(key.provider, key.providerAccountId)
  if (oneIn(life, 8)) {
    life.log.push("linkAccount(taken)")
    const account = { ...t.account(user.id), ...taken.account }
    await t.throws(
      () => t.adapter.linkAccount(account),
      `${story(life)}: linkAccount of a taken account`,
      "conflict",
    )
  } else if (accounts.has(text)) {
    life.log.push(`unlinkAccount(${text})`)
    await t.adapter.unlinkAccount({ ...key })
    accounts.delete(text)
  } else {
    life.log.push(`linkAccount(${text})`)
    const { access_token: _, scope: __, ...plain } = t.account(user.id)
    const account = { ...plain, ...key, ...someTokens(life) }
    await t.adapter.linkAccount({ ...account })
    accounts.set(text, account)
  }
}
