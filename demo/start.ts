// npm start, unless APP_MODE=production: the same server, with sample jobs, people and an identity provider.
import { run } from '#server/run.ts'

await run(async (...args) => (await import('./demo.ts')).startDemo(...args))
