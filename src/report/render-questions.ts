export { QUESTIONS_STYLE, renderQuestions } from './questions/render-questions.js';
