import { type BetterAuthOptions, betterAuth } from "better-auth"
import * as plugins from "better-auth/plugins"
import { apiKeyPlugin } from "../plugins.ts"
import { livingOptions } from "../schema/living.ts"

/** The last link and code that were mailed. */
export const mailed = { link: "", code: "" }

const apiKey = await apiKeyPlugin()

const manyPlugins = [
  apiKey,
  plugins.admin(),
  plugins.anonymous(),
  plugins.bearer(),
  plugins.deviceAuthorization({ verificationUri: "/device" }),
  plugins.emailOTP({
    async sendVerificationOTP({ otp }) {
      mailed.code = otp
    },
  }),
  plugins.jwt(),
  plugins.magicLink({
    async sendMagicLink({ url }) {
      mailed.link = url
    },
  }),
  plugins.multiSession(),
  plugins.openAPI(),
  plugins.organization({ teams: { enabled: true } }),
  plugins.phoneNumber({ async sendOTP() {} }),
  plugins.twoFactor(),
  plugins.username(),
]

/** An application with 14 plugins. */
export const openManyPlugins = (database: BetterAuthOptions["database"]) =>
  betterAuth({ ...livingOptions, database, plugins: manyPlugins, rateLimit: { enabled: false } })
