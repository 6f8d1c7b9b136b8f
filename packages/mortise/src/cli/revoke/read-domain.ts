import { canonicalEmail } from "../../contract/canonical-email.ts"

/** The domain of an address, in its canonical form. */
export function readDomain(address: string): string | undefined {
  const canonical = canonicalEmail(address)
  const at = canonical.lastIndexOf("@")
  return at === -1 ? undefined : canonical.slice(at + 1)
}
