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
export { areaNamed, labelOf, placesLike } from './areas.ts'
export type { Area } from './areas.ts'
export type { City, County, Gazetteer, Place, Region } from './gazetteer.ts'
export { mapShapes } from './map-shapes.ts'
