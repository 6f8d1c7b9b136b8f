import { throwInvalid } from "../../contract/throw-invalid.ts"
import { toBase64 } from "../../shared/bytes.ts"
import { readBody } from "../../shared/read-body.ts"
import type { Claims, GetFromProvider, OidcProvider } from "../config/provider.ts"
import { isTenantId } from "../oauth/tenant-issuer.ts"
import { buildClientFields, type PresetOptions } from "./preset-options.ts"

/** The options of `microsoft`. */
export type MicrosoftOptions = PresetOptions & {
  /**
   * Who may sign in: the id of one tenant, `organizations` for work and school accounts of every tenant, `consumers`
   * for personal accounts, or `common` for all of them. Default: `common`.
   */
  readonly tenant?: string
  /** Whether to store the user's picture of 48 × 48 pixels as a `data:` URL, a few kilobytes long. Default: true. */
  readonly picture?: boolean
  /** Whether a sign-out continues at Microsoft, with `["rp_initiated"]`. Default: none. */
  readonly logout?: readonly "rp_initiated"[]
}

const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
const tenantNames = ["common", "organizations", "consumers"]
const photoUrl = "https://graph.microsoft.com/v1.0/me/photos/48x48/$value"
const maxPhotoBytes = 16 * 1024

/**
 * Sign-in with Microsoft Entra ID and personal Microsoft accounts. The address is stored if Microsoft says that its
 * domain is verified, with the optional claim `xms_edov`, or if the account is personal.
 *
 * @example
 * ```ts
 * import { microsoft } from "mortise/auth/providers"
 *
 * const provider = microsoft({ tenant: "organizations", clientId: "…", clientSecret: "…" })
 * console.log(provider.discovery) // https://login.microsoftonline.com/organizations/v2.0
 * ```
 */
export function microsoft(options: MicrosoftOptions): OidcProvider {
  const { picture = true } = options
  const tenant = (options.tenant ?? "common").toLowerCase()
  if (!tenantNames.includes(tenant) && !isTenantId(tenant))
    throwInvalid(
      "tenant of microsoft must be common, organizations, consumers or the id of a tenant, which has 36 characters. Copy it from the overview of your application at Microsoft.",
    )
  const scopes = ["openid", "profile", "email", ...(picture ? ["User.Read"] : [])]
  return {
    ...buildClientFields("microsoft", options, scopes, ["tenant", "picture", "logout"]),
    type: "oidc",
    issuer: `https://login.microsoftonline.com/${issuingTenant(tenant)}/v2.0`,
    discovery: `https://login.microsoftonline.com/${tenant}/v2.0`,
    // The id token has all claims but the picture, which only Microsoft Graph returns.
    userinfo: false,
    ...(options.logout && { logout: options.logout }),
    ...(picture && { moreClaims: addPicture }),
    profile: ({ sub, name, preferred_username, email, tid, xms_edov, picture: image }) => ({
      // A user can change the tenant in the URL of Microsoft's sign-in page.
      id: (tenant === "organizations" && tid === personalTenant ? undefined : sub) as string,
      name: (name ?? preferred_username) as string | undefined,
      email: email as string | undefined,
      // An administrator of any tenant can give a user any address, so its presence proves nothing.
      emailVerified: tid === personalTenant || [true, 1, "1", "true"].includes(xms_edov as string),
      image: image as string | null,
    }),
  }
}

/** The tenant in the issuer of id tokens. */
function issuingTenant(tenant: string): string {
  if (tenant === "consumers") return personalTenant
  return tenantNames.includes(tenant) ? "{tenantid}" : tenant
}

/** A sign-in must not fail because of a picture, and many users have none. */
async function addPicture(claims: Claims, get: GetFromProvider): Promise<Claims> {
  try {
    const response = await get(photoUrl)
    const [type = ""] = /^image\/(?:jpeg|png|gif)\b/.exec(response.headers.get("content-type") ?? "") ?? []
    const body = response.ok && type ? await readBody(response, maxPhotoBytes) : undefined
    return { ...claims, picture: body?.length ? `data:${type};base64,${toBase64(body)}` : null }
  } catch {
    return { ...claims, picture: null }
  }
}
