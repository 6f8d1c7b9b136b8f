import { throwInvalid } from "../contract/throw-invalid.ts"

// The range of the peer dependency in package.json.
const oldest = [1, 6, 34] as const
const firstUnsupportedMajor = 2

// Where Better Auth keeps its version for all copies of it in a process. A copy of another version replaces it, and
// increases `epoch`.
const place = Symbol.for("better-auth:global")

type Shared = { readonly version?: unknown; readonly epoch?: unknown }

let supported: string | undefined

/**
 * Throws `invalid` if Better Auth says that it has a version outside the supported range. In a process with several
 * versions, it is unknown which one calls. What is no version, such as that of a build from source, is not refused.
 */
export function checkBetterAuthVersion(): void {
  const { version, epoch }: Shared = Object((globalThis as { [place]?: unknown })[place])
  if (typeof version !== "string" || version === supported) return
  if (typeof epoch === "number" && epoch > 1) return
  if (isUnsupported(version))
    throwInvalid(
      `mortise/better-auth works with Better Auth ${oldest.join(".")} or newer, below ${firstUnsupportedMajor}.0.0, and this is ${version}: install a supported version of better-auth, or update mortise.`,
    )
  supported = version
}

function isUnsupported(version: string): boolean {
  const match = /^(\d+)\.(\d+)\.(\d+)/.exec(version)
  if (!match) return false
  const numbers = match.slice(1).map(Number)
  const [major = 0] = numbers
  if (major >= firstUnsupportedMajor) return true
  const different = oldest.findIndex((number, index) => number !== numbers[index])
  return different !== -1 && Number(numbers[different]) < Number(oldest[different])
}
