import { AdminDashboard } from '#features/admin/web/admin-dashboard-page.tsx'
import { ImportCard } from '#features/imports/web/import-card.tsx'

export { head, load } from '#features/admin/web/admin-dashboard-page.tsx'

export const Page = () => <AdminDashboard ImportCard={ImportCard} />
