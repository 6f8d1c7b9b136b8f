import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { describe, expect, test } from "vitest"
import { logoutEvent } from "../support/toy-openid.ts"
import { type LogoutWorld, openLogoutWorld, strategies } from "./logout-world.ts"

type Forge = (world: LogoutWorld) => Promise<string | undefined> | string | undefined

const target = { sub: "ada", sid: "desk" }
const stranger = await generateKeyPair("RS256")

/** A valid token with other claims. */
const claiming =
  (changes: (world: LogoutWorld) => object): Forge =>
  (world) =>
    world.acme.logoutToken({ ...target, ...changes(world) })

const now = ({ clock }: LogoutWorld): number => Math.floor(clock.now() / 1000)

const hs256 =
  (key: (world: LogoutWorld) => string): Forge =>
  (world) =>
    new SignJWT({ ...world.acme.claims(), ...target })
      .setProtectedHeader({ alg: "HS256", typ: "logout+jwt", kid: world.acme.kid })
      .sign(new TextEncoder().encode(key(world)))

const forged: Record<string, Forge> = {
  "no token": () => undefined,
  "an empty token": () => "",
  "a text that is no token": () => "logout",
  "an encrypted token": () => "a.b.c.d.e",
  "a token without a signature": async (world) =>
    (await world.acme.logoutToken(target)).replace(/[^.]+$/, ""),
  "a changed signature": async (world) =>
    (await world.acme.logoutToken(target)).replace(
      /\.([^.])([^.]+)$/,
      (_, first, rest) => `.${first === "A" ? "B" : "A"}${rest}`,
    ),
  "changed claims": async (world) => {
    const [header, , signature] = (await world.acme.logoutToken({ sub: "grace" })).split(".")
    const [, payload] = (await world.acme.logoutToken(target)).split(".")
    return [header, payload, signature].join(".")
  },
  "the key of a stranger": (world) =>
    world.acme.sign({ ...world.acme.claims(), ...target }, { typ: "logout+jwt" }, stranger.privateKey),
  "a key that the provider does not have": (world) => world.acme.logoutToken(target, { kid: "unknown" }),
  "alg none": (world) => world.acme.unsigned(target),
  "alg HS256 with the client secret": hs256(() => "secret"),
  "alg HS256 with the public key": hs256(({ acme }) => JSON.stringify(acme.jwk)),
  "an algorithm that the provider does not announce": async (world) => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true })
    const added = { ...(await exportJWK(publicKey)), kid: "ec", alg: "ES256" }
    world.acme.answers["/jwks"] = () => ({ keys: [world.acme.jwk, added] })
    return world.acme.sign({ ...world.acme.claims(), ...target }, { alg: "ES256", kid: "ec" }, privateKey)
  },
  "an unknown critical header": (world) =>
    new SignJWT({ ...world.acme.claims(), ...target })
      .setProtectedHeader({ alg: "RS256", kid: world.acme.kid, crit: ["odd"], odd: true })
      .sign(world.acme.privateKey, { crit: { odd: true } }),
  "the issuer of another provider": claiming(({ other }) => ({ iss: other.issuer })),
  "an issuer that only starts the same": claiming(({ acme }) => ({ iss: `${acme.issuer}/` })),
  "no issuer": claiming(() => ({ iss: undefined })),
  "another audience": claiming(() => ({ aud: "another-app" })),
  "no audience": claiming(() => ({ aud: undefined })),
  "no iat": claiming(() => ({ iat: undefined })),
  "an old iat": claiming((world) => ({ iat: now(world) - 661 })),
  "an iat in the future": claiming((world) => ({ iat: now(world) + 61 })),
  "an iat that is a text": claiming((world) => ({ iat: String(now(world)) })),
  "an expired token": claiming((world) => ({ exp: now(world) - 60 })),
  "no exp": claiming(() => ({ exp: undefined })),
  "a token that is not valid yet": claiming((world) => ({ nbf: now(world) + 61 })),
  "no jti": claiming(() => ({ jti: undefined })),
  "an empty jti": claiming(() => ({ jti: "" })),
  "a jti that is a number": claiming(() => ({ jti: 7 })),
  "no events": claiming(() => ({ events: undefined })),
  "another event": claiming(() => ({ events: { "http://schemas.openid.net/event/other": {} } })),
  "an event by inheritance": claiming(() => ({ events: JSON.parse(`{"__proto__":{"${logoutEvent}":{}}}`) })),
  "a list of events": claiming(() => ({ events: [logoutEvent] })),
  "an event that is no object": claiming(() => ({ events: { [logoutEvent]: true } })),
  "a nonce": claiming(() => ({ nonce: "n" })),
  "a nonce of null": claiming(() => ({ nonce: null })),
  "neither sid nor sub": claiming(() => ({ sid: undefined, sub: undefined })),
  "an empty sid": claiming(() => ({ sid: "" })),
  "a sid that is a list": claiming(() => ({ sid: ["desk"] })),
  "a sub that is a number": claiming(() => ({ sid: undefined, sub: 7 })),
  "the type of an access token": (world) => world.acme.logoutToken(target, { typ: "at+jwt" }),
  "an id token": (world) =>
    world.acme.sign({ ...world.acme.claims(), ...target, events: undefined, nonce: "n" }, { typ: "JWT" }),
  "a token of another provider": (world) => world.other.logoutToken(target),
}

describe("SEC-H2: a logout token is refused, and no session ends:", () => {
  test.each(Object.entries(forged))("%s", async (_, forge) => {
    const world = await openLogoutWorld("database")
    const desk = await world.signInAt(world.acme, target)
    const elsewhere = await world.signInAt(world.other, target)
    const { status, headers, body } = await world.post(await forge(world))
    expect(status).toBe(400)
    expect(JSON.parse(body)).toEqual({
      error: "invalid_request",
      error_description: "The logout token is not valid.",
    })
    expect(headers.get("cache-control")).toBe("no-store")
    expect(await world.areIn(desk, elsewhere)).toEqual([true, true])
    expect(world.events).toContainEqual({ type: "refused", flow: "oauth", reason: "invalid_logout_token" })
    // The same sessions with a valid token.
    expect((await world.post(await world.acme.logoutToken(target))).status).toBe(200)
    expect(await world.areIn(desk, elsewhere)).toEqual([false, true])
  })

  test.each(strategies)("one that was used before, with %s", async (strategy) => {
    const world = await openLogoutWorld(strategy)
    const token = await world.acme.logoutToken({ sub: "ada" })
    expect((await world.post(token)).status, "nobody is signed in").toBe(200)
    // Within the second of the logout, the logout would win.
    world.clock.advance(1000)
    const desk = await world.signInAt(world.acme, target)
    for (const seconds of [0, 60, 500]) {
      world.clock.advance(seconds * 1000)
      const { status, body } = await world.post(token)
      expect([status, JSON.parse(body)]).toEqual([400, expect.objectContaining({ error: "invalid_request" })])
    }
    expect(await world.areIn(desk)).toEqual([true])
    expect(world.events).toContainEqual({ type: "refused", flow: "oauth", reason: "used_logout_token" })
  })
})
