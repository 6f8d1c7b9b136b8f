import { describeLifecycle } from "./lifecycle.ts"
import { thirdParty } from "./support/backends.ts"

describeLifecycle("an adapter of another make", thirdParty)
