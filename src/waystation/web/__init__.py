"""The page: plain ES modules and CSS, served as they are. See docs/page.md."""
