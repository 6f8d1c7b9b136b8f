import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { hasShortNumber } from "./passkey-device.ts"

type Passkey = { readonly id: string; readonly key: KeyObject; readonly counter: number }
type Registration = { challenge: string; rp: { id: string }; excludeCredentials: readonly { id: string }[] }
type Authentication = { challenge: string; rpId: string }

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url")

/** A passkey device of a site, with real keys and signatures. It is empty at first. */
export function softwareDevice(origin: string) {
  let passkeys: readonly Passkey[] = []

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    /** The content of the device, for a later clone. */
    copyDevice: async () => passkeys,
    /** Replaces the device by an empty one, or by a clone with the given content. */
    async swapDevice(content: readonly Passkey[] = []) {
      passkeys = content
    },
    /** Makes a passkey, as `navigator.credentials.create` does. */
    register({ challenge, rp, excludeCredentials }: Registration) {
      if (passkeys.some(({ id }) => excludeCredentials.some((credential) => credential.id === id)))
        throw new Error("The authenticator was previously registered")
      const { privateKey: key, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
      const rawId = randomBytes(32)
      const passkey = { id: base64url(rawId), key, counter: 1 }
      passkeys = [...passkeys, passkey]
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), rawId, coseKey(publicKey)])
      const data = authenticatorData(rp.id, passkey.counter, attested)
      return describeCredential(passkey.id, {
        clientDataJSON: base64url(clientData("webauthn.create", challenge)),
        attestationObject: base64url(unattested(data)),
        transports: ["internal"],
      })
    },
    /** Signs with the newest passkey, as `navigator.credentials.get` does. */
    authenticate({ challenge, rpId }: Authentication) {
      const newest = passkeys.at(-1)
      if (newest === undefined) throw new Error("The device has no passkey")
      const used = { ...newest, counter: newest.counter + 1 }
      passkeys = [...passkeys.slice(0, -1), used]
      const client = clientData("webauthn.get", challenge)
      const data = authenticatorData(rpId, used.counter)
      const signed = Buffer.concat([data, sha256(client)])
      let signature = sign("sha256", signed, used.key)
      while (hasShortNumber(signature)) signature = sign("sha256", signed, used.key)
      return describeCredential(used.id, {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      })
    },
  }
}

const describeCredential = (id: string, response: object) => ({
  id,
  rawId: id,
  type: "public-key",
  authenticatorAttachment: "platform",
  clientExtensionResults: {},
  response,
})

const userPresentAndVerified = 0x05
const withCredential = 0x40

function authenticatorData(rpId: string, counter: number, attested = Buffer.alloc(0)): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(userPresentAndVerified | (attested.length > 0 ? withCredential : 0))
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest, attested])
}

/** The CBOR of `{ fmt: "none", attStmt: {}, authData }`. */
function unattested(data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  return Buffer.concat([
    Buffer.from("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59", "latin1"),
    length,
    data,
  ])
}

/** The CBOR of an ES256 key. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const start = Buffer.from("\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20", "latin1")
  const middle = Buffer.from("\x22\x58\x20", "latin1")
  return Buffer.concat([start, Buffer.from(x, "base64url"), middle, Buffer.from(y, "base64url")])
}
