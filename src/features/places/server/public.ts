export { foldPlace, loadGazetteer, resolvePlaces, similarCities } from './gazetteer.ts'
export type { City, Gazetteer, Place, ZipCode } from './gazetteer.ts'
