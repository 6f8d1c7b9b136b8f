import { getEndpoint } from "../../contract/auth-endpoint.ts"
import { type BetterAuthStorage, readListUser, type StorageParts } from "../../contract/auth-storage.ts"
import { isSessionReference, listedAs, sessionReference } from "../../contract/session-token.ts"
import { randomToken } from "../../shared/bytes.ts"
import { ownData } from "../../shared/own-data.ts"
import { parseJson } from "../../shared/parse-json.ts"
import { isHashable, refuseToken } from "../session-hash.ts"
import { isAskedToRevoke } from "./current-endpoint.ts"
import { isRemembered, rememberListed, rememberWritten, showToken, wasShown } from "./show-sessions.ts"

/** Where a value is stored. `token` is the caller's key if it may be a token. */
type Place = { readonly key: string; readonly token?: string }

// In the keys of verifications and rate limits, and in no token.
const separators = /[:|]/

const isList = (key: string): boolean => readListUser(key) !== undefined

/** Better Auth's secondary storage, with references in place of session tokens in keys, values and lists. */
export function hashStoredSessions(
  below: BetterAuthStorage,
  { moveSession }: StorageParts,
  acceptsPlain: boolean,
): BetterAuthStorage {
  /** Moves a session from before the layer. False if there is none. */
  const movePlain = async ({ key, token }: Place): Promise<boolean> =>
    acceptsPlain && token !== undefined && moveSession(token, key, (text) => withToken(text, key))
  const { toHandle, toStored, findPlace } = createPlaces(movePlain)
  const getAndDelete = async (key: string): Promise<string | null> => {
    const place = await findPlace(key, isEnded)
    if (!place) return null
    await movePlain(place)
    return show(await below.getAndDelete(place.key), place)
  }
  return {
    async get(key) {
      if (isList(key)) return changeTokens(await below.get(key), toHandle)
      const place = await findPlace(key, isRevoked)
      if (!place) return null
      const text = await below.get(place.key)
      if (text !== null) return show(text, place)
      return (await movePlain(place)) ? show(await below.get(place.key), place) : null
    },
    async set(key, value, ttl) {
      if (isList(key)) return below.set(key, (await changeTokens(value, toStored)) ?? "", ttl)
      const { key: storedKey, token } = (await findPlace(key, () => false)) ?? refuseToken("token")
      if (!parseSession(value)) return below.set(storedKey, value, ttl)
      if (!isSessionReference(storedKey)) refuseToken("token")
      if (token !== undefined) rememberWritten(storedKey, token)
      return below.set(storedKey, withToken(value, storedKey), ttl)
    },
    getAndDelete,
    delete: async (key) => void (await getAndDelete(key)),
    increment: async (key, ttl) => below.increment((await findPlace(key, isEnded))?.key ?? key, ttl),
  }
}

function createPlaces(movePlain: (place: Place) => Promise<boolean>) {
  // Better Auth uses what a list contains as keys. No request can name these.
  const handlePrefix = `${randomToken()}.`

  const readHandle = (key: string): string | undefined => {
    if (!key.startsWith(handlePrefix)) return undefined
    const reference = key.slice(handlePrefix.length)
    const endpoint = getEndpoint()
    return !endpoint || isRemembered(endpoint, reference) ? reference : undefined
  }
  return {
    /** Where the value of a key is stored. Undefined for a reference that the caller may not use. */
    async findPlace(
      key: string,
      acceptsReference: (reference: string) => boolean,
    ): Promise<Place | undefined> {
      if (!isHashable(key) || separators.test(key) || isList(key)) return { key }
      const listed = readHandle(key)
      if (listed !== undefined) return { key: listed }
      if (!isSessionReference(key)) return { key: await sessionReference(key), token: key }
      return acceptsReference(key) ? { key } : undefined
    },

    /** What a caller gets for a token in a list. */
    async toHandle(token: string): Promise<string> {
      const key = await listedAs(token)
      if (key !== token) await movePlain({ key, token })
      rememberListed(key)
      return handlePrefix + key
    },
    toStored: async (token: string): Promise<string> => readHandle(token) ?? listedAs(token),
  }
}

/** A list with other tokens. The storage refuses what is no list. */
async function changeTokens(
  text: string | null,
  change: (token: string) => Promise<string>,
): Promise<string | null> {
  const list = text && parseJson(text)
  if (!Array.isArray(list)) return text
  return JSON.stringify(
    await Promise.all(list.map(async (entry) => ({ ...entry, token: await change(String(entry?.token)) }))),
  )
}

/** A value with the token that the caller knows. */
async function show(text: string | null, { key, token }: Place): Promise<string | null> {
  if (!text || (token === undefined && !isSessionReference(key))) return text
  return withToken(text, token ?? (await showToken(key)))
}

/** Whether a lookup may find a session by this reference: only to end it. */
const isRevoked = (reference: string): boolean => {
  const endpoint = getEndpoint()
  return endpoint !== undefined && isAskedToRevoke(endpoint, reference)
}

/** Whether code may end a session by this reference: a program's own code, or that of an endpoint that listed it. */
const isEnded = (reference: string): boolean => {
  const endpoint = getEndpoint()
  return !endpoint || wasShown(endpoint, reference) || isAskedToRevoke(endpoint, reference)
}

/** What Better Auth stores under a session's token; undefined for other values. */
function parseSession(text: string) {
  if (!text.includes('"session"')) return undefined
  const value = ownData(parseJson(text))
  const session = ownData(value?.["session"])
  return typeof session?.["token"] === "string" ? { value, session } : undefined
}

/** The value of a session with another token. Other values stay as they are. */
function withToken(text: string, token: string): string {
  const { value, session } = parseSession(text) ?? {}
  return session ? JSON.stringify({ ...value, session: { ...session, token } }) : text
}
