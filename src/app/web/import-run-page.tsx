import { RunPage } from '#features/imports/web/run-page.tsx'
import { DecideSource } from '#features/moderation/web/components/decide-source.tsx'

export { head, load } from '#features/imports/web/run-page.tsx'

export const Page = () => <RunPage Decide={DecideSource} />
