// A list of what is to be done, kept in the feature's directory. In C++17, against the host's headers alone.
#include "screens.hpp"

namespace todo {
namespace {

Feature &feature_of(const sy_feature *table) { return *static_cast<Feature *>(table->instance); }

// Gives a screen to the host, which destroys it.
sy_status hand_over(std::unique_ptr<Screen> made, const sy_screen **screen) {
    *screen = &made.release()->table;
    return SY_OK;
}

sy_status main_screen(const sy_feature *table, sy_screen_id id, const sy_screen **screen,
                      const sy_error *error) noexcept {
    return guarded(error, [=] { return hand_over(make_list(feature_of(table), id), screen); });
}

sy_status resolve(const sy_feature *table, const sy_destination *destination, sy_screen_id id,
                  const sy_screen **screen, const sy_error *error) noexcept {
    return guarded(error, [=]() -> sy_status {
        Feature &feature = feature_of(table);
        if (sy_equal(destination->route, "list")) {
            no_arguments(*destination, "todo/list takes no arguments");
            return hand_over(make_list(feature, id), screen);
        }
        if (sy_equal(destination->route, "task")) {
            const sy_value &identifier = only_argument(*destination, "identifier", SY_VALUE_INT,
                                                       "todo/task takes the integer 'identifier' and no more");
            return hand_over(make_task(feature, id, identifier.integer), screen);
        }
        return SY_NOT_MINE;
    });
}

// What other features send: a text becomes a task.
sy_status receive(const sy_feature *table, const sy_message *message, const sy_resume_sink *,
                  const sy_error *error) noexcept {
    return guarded(error, [=]() -> sy_status {
        if (message->kind != SY_MESSAGE_VALUE || !sy_equal(message->name, "Task")) return SY_NOT_MINE;
        if (!sy_is(&message->value, SY_VALUE_STRING)) throw Failure(SY_ERROR_WRONG_TYPE, "a task is a text");
        feature_of(table).tasks.add(text(message->value.text));
        feature_of(table).changed();
        return SY_OK;
    });
}

void deactivate(const sy_feature *table) noexcept { delete &feature_of(table); }

sy_status activate(const sy_library *, const sy_host *host, const sy_context *context, const sy_feature **activated,
                   const sy_error *error) noexcept {
    return guarded(error, [=] {
        auto feature = std::make_unique<Feature>(host, text(context->data_directory));
        sy_feature &table = feature->table;
        table.size = sizeof table;
        table.instance = feature.get();
        table.make_main_screen = main_screen;
        table.resolve = resolve;
        table.receive = receive;
        table.deactivate = deactivate;
        *activated = &feature.release()->table;
        return SY_OK;
    });
}

constexpr char manifest[] = R"({
  "manifest": 1,
  "id": "todo",
  "name": "To do",
  "version": "1.0.0",
  "summary": "What is to be done, and what has been.",
  "abi": "1.1",
  "toolchain": "C++17",
  "main": "list",
  "incoming": [
    {"name": "list", "summary": "All tasks.", "arguments": []},
    {"name": "task", "summary": "One task.", "parents": ["list"],
     "arguments": [{"name": "identifier", "type": "int"}]}
  ],
  "outgoing": [
    {"name": "chooseColour", "summary": "Where a colour is chosen, which comes back to the checkpoint.",
     "method": "sheet", "arguments": [{"name": "hex", "type": "string"}]},
    {"name": "swatch", "summary": "A colour to be seen, inside a task.",
     "arguments": [{"name": "hex", "type": "string"}]}
  ],
  "links": [
    {"scheme": "challenge", "host": "todo", "pattern": "/", "route": "list"},
    {"scheme": "challenge", "host": "todo", "pattern": "/{identifier}", "route": "task"}
  ],
  "checkpoints": [{"name": "colour", "type": "string"}],
  "receives": [{"name": "Task", "type": "string"}]
}
)";

}  // namespace
}  // namespace todo

SY_LIBRARY(todo::manifest, todo::activate)
