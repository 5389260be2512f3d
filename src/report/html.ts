export { Html, markup } from './html/html.js';
