export { type Catalogue, type CatalogueFollower, feedsOf, followCatalogue } from './catalogue.ts';
export { type IndexPrices, indexPricesOf } from './index-prices.ts';
export { plates, platesOf } from './plates.ts';
