import { describeLifecycle } from "./lifecycle.ts"
import { thirdParty } from "./support/backends.ts"

describeLifecycle("a third-party adapter", thirdParty)
