import { listCases } from "../../../case.ts"
import { createUserLookups, expectInEach, readAccount } from "../../stored.ts"

// Texts that stores and serializers change: they trim, sort, fold, decode, normalize or convert them.
const texts = [
  " ",
  " leading and trailing ",
  "ends with a line\n",
  "windows\r\nlines",
  "tab\tand  two spaces",
  "zoo bee ape bee",
  "usb,nfc,ble,usb",
  "007",
  "1e3",
  "9007199254740993",
  "0x10",
  "TRUE",
  "null",
  "undefined",
  "2031-03-30",
  "2031-03-30T02:30:00.000Z",
  "{}",
  '["a",{"$ne":null}]',
  "&amp;&lt;b&gt; <b>",
  "%41%20+%2B",
  "C:\\new\\table",
  "it''s \"quoted\"",
  "$1 :name {name} ?",
  "$& $$ $` $' %s %1$s {0} @p1",
  "e\u0301 \u00e9 \ufb01 \uff21 \u00df \u0130 \u0131",
  "\u{1f469}\u200d\u{1f467} \u00ad\u200e\u2028",
  "\ufeffbyte order mark",
  "Abc+/==",
]

const fix = "Store text as it is given, and convert a value by the type of its column, never by its content."

export const exactText = listCases({ fix }, [
  {
    id: "text/exact-users",
    clause: "§2 AdapterUser",
    also: ["SEC-J7", "SEC-A6", "SEC-A5"],
    title: "Names and pictures are returned character by character, created or updated, by every lookup",
    harm: "The name of a user changes with the page that shows it.",
    async run(t) {
      for (const [index, text] of t.some([...texts.entries()], 9)) {
        const next = texts.at(index - 1) ?? text
        const [first, fields] = [
          { name: text, image: next },
          { name: next, image: text },
        ]
        const created = await t.adapter.createUser(t.user(first))
        const { id } = created
        t.row(created, first, "the created user")
        t.row(await t.adapter.getUser(id), first, "getUser after the creation")
        t.row(await t.adapter.updateUser({ id, ...fields }), fields, "the updated user")
        await expectInEach(t, await createUserLookups(t, created), fields)
      }
    },
  },
  {
    id: "text/empty-names",
    clause: "§2 AdapterUser",
    also: ["SEC-A5"],
    title: "An empty name stays empty text, or becomes null, in the same way when it is created and updated",
    harm: "A user who clears their name keeps the old one, or is shown differently on each page.",
    async run(t) {
      const empty = { name: "", image: "" }
      const first = await t.adapter.createUser(t.user(empty))
      const second = await t.adapter.createUser(t.user())
      const updated = await t.adapter.updateUser({ id: second.id, ...empty })
      const rows = [first, updated]
      for (const { id, email } of [first, second])
        rows.push(
          ...((await Promise.all([t.adapter.getUser(id), t.adapter.getUserByEmail(email)])) as never[]),
        )
      const names = rows.flatMap((row) => [row?.name ?? null, row?.image ?? null])
      const isSame = new Set(names).size === 1 && !names[0]
      t.check(isSame, "the same empty value in every answer", names)
    },
  },
  {
    id: "text/exact-accounts",
    clause: "§2 AdapterAccount",
    also: ["SEC-J7"],
    title: "The tokens and the scope of an account are returned character by character, in the same order",
    harm: "The provider refuses a token that was changed, or the application asks for another scope.",
    async run(t) {
      for (const [index, text] of t.some([...texts.entries()], 9)) {
        const { id } = await t.adapter.createUser(t.user())
        const next = texts.at(index - 1) ?? text
        const fields = { access_token: text, refresh_token: next, id_token: text, scope: next }
        const account = t.account(id, fields)
        t.rowOrNothing(await t.adapter.linkAccount(account), fields, "what linkAccount returned")
        t.row(await readAccount(t, account), account, "getAccount")
      }
    },
  },
  {
    id: "text/exact-passkeys",
    clause: "§2 AdapterAuthenticator",
    also: ["SEC-J7"],
    title: "The key, the device type and the transports of a passkey are returned character by character",
    harm: "A signature is checked with another key, and the user cannot sign in.",
    async run(t) {
      for (const text of t.some(texts, 9)) {
        const { id } = await t.adapter.createUser(t.user())
        const passkey = t.authenticator(id, {
          credentialPublicKey: text,
          credentialDeviceType: text,
          transports: text,
        })
        const { credentialID } = passkey
        t.row(await t.adapter.createAuthenticator(passkey), passkey, "the created passkey")
        t.row(await t.adapter.getAuthenticator(credentialID), passkey, "getAuthenticator")
        t.row((await t.adapter.listAuthenticatorsByUserId(id))[0], passkey, "the list")
        t.row(await t.adapter.updateAuthenticatorCounter(credentialID, 0), passkey, "the updated passkey")
      }
    },
  },
])
