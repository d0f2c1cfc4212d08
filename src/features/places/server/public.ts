export {
  citiesBegunBy,
  citiesNamed,
  countyLabel,
  findPlace,
  foldPlace,
  largeCitiesLike,
  loadGazetteer,
  milesBetween,
  resolvePlaces,
  similarCities,
  sizeOf,
} from './gazetteer.ts'
export type { City, County, Gazetteer, Place, Region } from './gazetteer.ts'
export { mapShapes } from './map-shapes.ts'
