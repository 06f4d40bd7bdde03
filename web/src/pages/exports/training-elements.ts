/** The entry of `training-elements.js`, for other pages: registers the elements that train, with their engine. */
import '../../elements/training/attention-training';
import './provided-training';
