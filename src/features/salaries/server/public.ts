export { specialtiesWithPay } from './service.ts'
