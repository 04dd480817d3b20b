// The feature as its screens know it, and the screens.
#pragma once

#include "boundary.hpp"
#include "tasks.hpp"

#include <memory>
#include <set>

namespace todo {

class Screen;

// Between activate and deactivate.
struct Feature {
    Feature(const sy_host *host, std::string_view directory) : host(host), tasks(directory) {}

    // Every screen shows tasks: after a change all are rendered again.
    void changed() const { host->invalidate(host, 0); }

    sy_feature table{};  // its instance is this object
    const sy_host *host;
    Tasks tasks;
};

// A screen in C++. Its table's functions call these, and let no exception out.
class Screen {
public:
    Screen(Feature &feature, sy_screen_id id);
    virtual ~Screen() = default;
    Screen(const Screen &) = delete;
    Screen &operator=(const Screen &) = delete;

    virtual void render(const sy_view_sink *sink) const = 0;
    virtual void perform(const sy_event &event) = 0;
    virtual void returned(const sy_return &how);

    sy_screen table{};  // its instance is this object

protected:
    // Calls a function of the host that may fail, which leaves its reason where this call's caller looks.
    template <class Call> void ask(Call call) const {
        if (call(feature.host, id, error) != SY_OK) throw HostHasFailed();
    }
    void invalidate() const { feature.host->invalidate(feature.host, id); }

    Feature &feature;
    const sy_screen_id id;

private:
    friend struct ScreenTable;
    const sy_error *error = nullptr;  // of the call that runs
};

std::unique_ptr<Screen> make_list(Feature &feature, sy_screen_id id);
std::unique_ptr<Screen> make_task(Feature &feature, sy_screen_id id, std::int64_t identifier);

}  // namespace todo
